"""A file from here to a record of the platform: signed, put and linked.

>>> upload_certificate(client, doctor_id=12, file="registration.jpg")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from careops.calls.doctors import UpdateDoctor
from careops.calls.uploads import TOO_LARGE_PICTURE, FileToUpload, PresignUploads, stored_address
from careops.constants import PICTURE_MAX
from careops.errors import InvalidInput
from careops.files import Upload

if TYPE_CHECKING:
    from careops.client import CareOps
    from careops.files import Source


def upload_certificate(client: CareOps, *, doctor_id: int, file: Source) -> None:
    """Put the picture of a doctor's registration in the place of the one there is.

    Raises ``InvalidInput`` for what is no picture, or larger than 5 MB; ``Conflict`` while the doctor is verified.
    """
    upload = Upload.of(file)
    try:
        if upload.size > PICTURE_MAX:
            raise InvalidInput(TOO_LARGE_PICTURE, source="file")
        asked = FileToUpload(bucket="certificates", file_path=upload.name)
        (address,) = client.send(PresignUploads(files=[asked]))
        client.store(address, upload)
        client.send(UpdateDoctor(id=doctor_id, reg_photo_url=stored_address(address)))
    finally:
        upload.close()
