"""Upload files to records of the platform: presign, upload and link.

>>> upload_certificate(client, doctor_id=12, file="registration.jpg")
>>> address = upload_picture(client, "news", "heart.png")
>>> client.clinic_doctors.update(clinic_id=41, clinic_doctor_id=88, photo=upload_picture(client, "photos", "me.jpg"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from careops.calls.doctors import ReadDoctor
from careops.calls.uploads import TOO_LARGE_PICTURE, Bucket, FileToUpload, PresignUploads, stored_address
from careops.constants import MAX_PICTURE_BYTES
from careops.contract.resource import build
from careops.errors import InvalidInput
from careops.files import Upload

if TYPE_CHECKING:
    from careops.client.sync_client import CareOps
    from careops.files import Source


def upload_picture(client: CareOps, bucket: Bucket, file: Source) -> str:
    """Upload a picture and return the address to store in a record within a day.

    Raises ``InvalidInput`` for a file that is not a picture, or larger than 5 MB.
    """
    upload = Upload.of(file)
    try:
        if upload.size > MAX_PICTURE_BYTES:
            raise InvalidInput(TOO_LARGE_PICTURE, source="file")
        call = build(FileToUpload, bucket=bucket, file_path=upload.name)
        (address,) = client.send(PresignUploads(files=[call]))
        client.store(address, upload)
        return stored_address(address)
    finally:
        upload.close()


def upload_certificate(client: CareOps, *, doctor_id: int, file: Source) -> None:
    """Upload the picture of a doctor's registration and replace the previous one.

    Raises ``InvalidInput`` for a file that is not a picture, or larger than 5 MB; ``Conflict`` while the doctor is
    verified.
    """
    build(ReadDoctor, id=doctor_id)  # refused before the file is sent
    address = upload_picture(client, "certificates", file)
    client.doctors.update(id=doctor_id, reg_photo_url=address)
