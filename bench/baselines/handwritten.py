"""Handwritten lists with Sanic and psycopg, without validation, sign-in and logs.

``python -m bench.baselines.handwritten PORT URL``. ``/kept`` reads the total from the triggers' counters, ``/counted``
counts; ``/payments/CLINIC`` lists a clinic's payments, ``/lists/AREA`` the lists of ``area_lists``; a POST to
``/modules/MODULE/CLINIC`` activates a module and writes its event in one statement.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from typing import Any

import orjson
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from sanic import Request, Sanic
from sanic.response import HTTPResponse, raw
from sanic.worker.loader import AppLoader

from bench.baselines.area_lists import LISTS

_CONNECTIONS = 10
_TOTALS = {
    "kept": "select sum(total)::bigint as total from clinic_totals where dimension = 'all'",
    "counted": "select count(*) as total from clinics c {where}",
}
_PAGE = """
    select c.id, c.name, c.email, c.phone_number, c.is_hospital, c.address_line_1, c.address_line_2, c.city, c.state,
        c.zipcode, c.latitude, c.longitude, c.phone_numbers, c.ipd_enabled, c.care_package_enabled, c.surgery_enabled,
        c.abdm_enabled, c.user_id, t.total,
        (select json_agg(json_build_object('spec_module_id', m.id, 'name', m.name) order by m.name)
         from clinic_spec_modules cm join spec_modules m on m.id = cm.spec_module_id
         where cm.clinic_id = c.id) as clinic_spec_modules
    from (select * from clinics c {where} order by c.id desc limit %(limit)s offset %(offset)s) c, ({total}) t
    order by c.id desc
"""
_PAYMENTS = """
    select id, order_id, razorpay_payment_id, razorpay_order_id, description, created_at, contact, email, amount,
        method, billing_payment_status,
        (select sum(total)::bigint from payment_days where clinic_id = %(clinic)s) as total
    from payments where clinic_id = %(clinic)s order by created_at desc, id desc limit %(limit)s offset %(offset)s
"""
_SWITCH = """
    with switched as (
        insert into clinic_spec_modules (clinic_id, spec_module_id, activated_at)
        values (%(clinic)s, %(module)s, now()) on conflict do nothing returning clinic_id
    )
    insert into audit_events (clinic_id, key, event_status, actor_name, resource_type, resource_id, before, after)
    select clinic_id, 'module.activate', 'SUCCESS', 'bench', 'clinic', clinic_id::text, '{"m": false}', '{"m": true}'
    from switched returning clinic_id
"""
_LOCATION = ("address_line_1", "address_line_2", "city", "state", "zipcode", "latitude", "longitude", "phone_numbers")


def create_app(url: str) -> Sanic[Any, Any]:
    """Create the server."""
    app = Sanic("handwritten", configure_logging=False)

    @app.before_server_start
    async def start(app: Sanic[Any, Any]) -> None:
        app.ctx.free = asyncio.Queue()
        for _ in range(_CONNECTIONS):
            await app.ctx.free.put(await AsyncConnection.connect(url, autocommit=True, row_factory=dict_row))

    async def fetched(statement: str, values: dict[str, Any]) -> list[DictRow]:
        connection: AsyncConnection[DictRow] = await app.ctx.free.get()
        try:
            return await (await connection.execute(statement.encode(), values)).fetchall()
        finally:
            app.ctx.free.put_nowait(connection)

    @app.get("/payments/<clinic:int>")
    async def payments(request: Request[Any, Any], clinic: int) -> HTTPResponse:
        values = _paging(request)
        rows = await fetched(_PAYMENTS, {**values, "clinic": clinic})
        total = rows[0]["total"] if rows else 0
        totals = {"total_records": total, "total_pages": -(-total // values["limit"])}
        return _answered({"success": True, "data": {"payments": [_payment(row) for row in rows], **totals}})

    @app.post("/modules/<module:int>/<clinic:int>")
    async def switch(request: Request[Any, Any], module: int, clinic: int) -> HTTPResponse:
        await fetched(_SWITCH, {"module": module, "clinic": clinic})
        return _answered({"success": True})

    @app.get("/lists/<area:str>")
    async def area_list(request: Request[Any, Any], area: str) -> HTTPResponse:
        by_hand = LISTS[area]
        filters = {name: request.args.get(name) for name in by_hand.where if name in request.args}
        if term := request.args.get("search_text"):
            filters["search_text"] = f"%{term.lower()}%"
        values = _paging(request)
        rows = await fetched(by_hand.statement(frozenset(filters)), {**values, **filters})
        total = rows[0]["total"] if rows else 0
        for row in rows:
            del row["total"]
        return _answered(by_hand.answer(rows, {"total_records": total, "total_pages": -(-total // values["limit"])}))

    @app.get("/<kind:str>")
    async def clinics(request: Request[Any, Any], kind: str) -> HTTPResponse:
        term = request.args.get("search_text")
        values = _paging(request)
        where = ""
        if term:
            kind, where, values["term"] = "counted", "where c.search_text like %(term)s", f"%{term.lower()}%"
        rows = await fetched(_PAGE.format(where=where, total=_TOTALS[kind].format(where=where)), values)
        total = rows[0]["total"] if rows else 0
        totals = {"total_records": total, "total_pages": -(-total // values["limit"])}
        return _answered({"success": True, "data": {"clinics": [_clinic(row) for row in rows]}, **totals})

    return app


def _paging(request: Request[Any, Any]) -> dict[str, Any]:
    page, perpage = int(request.args.get("page", 1)), int(request.args.get("perpage", 10))
    return {"limit": perpage, "offset": (page - 1) * perpage}


def _answered(payload: dict[str, Any]) -> HTTPResponse:
    return raw(orjson.dumps(payload, option=orjson.OPT_UTC_Z), content_type="application/json")


def _payment(row: DictRow) -> DictRow:
    del row["total"]
    row["amount"] = None if row["amount"] is None else float(row["amount"])
    return row


def _clinic(row: DictRow) -> DictRow:
    del row["total"]
    location = {name: row.pop(name) for name in _LOCATION}
    row["location"] = location if any(location.values()) else None
    row["clinic_spec_modules"] = row["clinic_spec_modules"] or []
    return row


if __name__ == "__main__":
    loader = AppLoader(factory=partial(create_app, sys.argv[2]))
    served = loader.load()
    served.prepare(host="127.0.0.1", port=int(sys.argv[1]), workers=2, motd=False, access_log=False)
    Sanic.serve(primary=served, app_loader=loader)
