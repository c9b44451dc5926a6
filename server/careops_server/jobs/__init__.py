"""Jobs: what takes longer than a request, kept in PostgreSQL and done by a process of its own.

To declare one, write ``<area>/jobs.py``, and a line in ``jobs/kinds.py``::

    async def fetch_feeds(job: Running) -> Mapping[str, Any]:
        feeds = job.parameters["feeds"]
        await job.expect(len(feeds))
        while job.done < len(feeds):                  # goes on where it stopped, in whichever process
            articles = await ask(feeds[job.done])     # what is slow happens outside a transaction
            await job.step(lambda connection: queries.add_articles(connection, articles))
        return {"feeds": len(feeds)}

    FETCH_FEEDS = JobKind("news.fetch_feeds", fetch_feeds)

A handler asks for it in the transaction of its own change, which is the only way a job comes to be::

    job_id = await context.enqueue(FETCH_FEEDS, {"feeds": feeds}, only_one="news.fetch_feeds")

``step`` is one transaction: what it writes, and that this part is done. A process that is killed repeats none of
them, and one that was frozen and wakes up late writes nothing more: another has gone on since. So a job is a row of
steps, each shorter than ``database_seconds``; what lies between two of them may happen twice.

A ``Refused`` that the job raises (``InvalidInput``, ``NotFound``, …) ends it as failed, with that sentence; anything
else is tried again, later each time, and fails after ``MOST_FAILURES`` tries in a row that got nothing done. Whoever
asks hears of each part on the channel ``jobs``; its end is an audit event of the area (``event``). ``careops jobs``
shows, retries and cancels. In a test ``await work_off(stage.services)`` does everything that waits.

Modules of jobs are loaded by every web worker: import what is heavy inside the function.
"""
