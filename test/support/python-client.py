"""Tests of the Python client against a running service: python-client.py URL KEY OTHER_URL, where the second fails once."""

import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../server/client/python"))
sys.dont_write_bytecode = True
from athanor_client import AthanorError, Client, Running, Uploaded, Url  # noqa: E402

URL, KEY, FLAKY_URL = sys.argv[1:4]
PDF = ("Übersicht \"1\".pdf", b"%PDF-1.7 a small file")


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.client = Client(URL, KEY, retries=0)

    def test_converts_bytes_paths_and_streams(self):
        done = self.client.convert(PDF, to="docx")
        self.assertEqual((done["sourceFormat"], done["targetFormat"]), ("PDF", "DOCX"))
        self.assertTrue(done["downloadName"].startswith("Übersicht"))
        self.assertEqual(self.client.download(done), b"docx made of 21 bytes")
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "a.pdf")
            with open(path, "wb") as file:
                file.write(b"%PDF" + bytes(300_000))
            target = os.path.join(directory, "a.docx")
            self.client.download(self.client.convert(path, to="docx"), target)
            with open(target, "rb") as result:
                self.assertEqual(result.read(), b"docx made of 300004 bytes")
            with open(path, "rb") as stream:
                stream.seek(0)
                self.assertEqual(self.client.convert(stream, to="docx")["downloadName"], "a.docx")
        stream = io.BytesIO(b"before%PDF after")
        stream.seek(6)
        self.assertEqual(self.client.detect(stream)["format"], "PDF")

    def test_passes_what_is_asked_on(self):
        options = {"pages": "1", "dpi": 90}
        done = self.client.convert(PDF, to="docx", options=options, allow_loss=["pages"], verify="full")
        self.assertEqual(done["targetFormat"], "DOCX")
        steps = [{"do": "convert", "to": "png"}, {"do": "convert", "to": "webp"}]
        self.assertEqual(len(self.client.convert(PDF, steps=steps)["steps"]), 2)
        with self.assertRaises(TypeError):
            self.client.convert(PDF, to="docx", quality=80)

    def test_starts_merges_and_batches(self):
        running = self.client.start(PDF, to="docx")
        self.assertEqual(running.wait(timeout_s=30)["status"], "succeeded")
        happened = list(running.events())
        self.assertEqual((happened[-1][0], happened[-1][1]["status"]), ("done", "succeeded"))
        with self.assertRaises(AthanorError) as refused:
            list(Running(self.client, "none", "PDF", "DOCX").events())
        self.assertEqual(refused.exception.code, "not_found")
        self.assertEqual(self.client.merge([PDF, PDF], to="docx")["targetFormat"], "DOCX")
        self.assertIsInstance(self.client.merge_targets(["pdf", "png"]), list)
        items = self.client.batch([PDF, ("bad", b"nothing known")], to="docx")
        self.assertEqual([item["success"] for item in items], [True, False])

    def test_plans_and_lists(self):
        self.assertEqual(self.client.plan("pdf", "docx", bytes=10)["to"], "docx")
        self.assertEqual(self.client.plan_file(PDF, to="docx")["to"], "docx")
        with self.assertRaises(AthanorError) as refused:
            self.client.plan("pdf", steps=[{"do": "convert", "to": "png"}, {"do": "convert", "to": "docx"}])
        self.assertEqual((refused.exception.code, refused.exception.details["step"]), ("unsupported_conversion", 2))
        self.assertEqual(self.client.webhooks(), [])
        self.assertGreater(len(self.client.webhook_secret()), 20)
        with self.assertRaises(AthanorError) as refused:
            self.client.replay_webhook("none")
        self.assertEqual(refused.exception.code, "not_found")
        self.assertIn("pdf", [known["id"] for known in self.client.formats()])
        self.assertEqual(self.client.format("pdf")["id"], "pdf")
        done = self.client.convert(PDF, to="docx")
        self.assertIn(done["conversionId"], [one["conversionId"] for one in self.client.conversions(limit=5)])
        self.assertGreater(self.client.usage()["used"], 0)
        self.assertGreater(len(self.client.usage(by_day=True)["days"]), 0)
        self.client.erase(done["conversionId"])
        with self.assertRaises(AthanorError) as raised:
            self.client.download(done)
        self.assertEqual(raised.exception.code, "download_expired")

    def test_keeps_presets(self):
        self.client.create_preset("from-python", {"targetFormat": "png"})
        with self.assertRaises(AthanorError) as refused:
            self.client.create_preset("from-python", {"targetFormat": "docx"})
        self.assertEqual(refused.exception.code, "preset_exists")
        self.client.save_preset("from-python", {"targetFormat": "docx"})
        self.assertEqual(self.client.preset("from-python")["targetFormat"], "docx")
        self.assertEqual(self.client.convert(PDF, preset="from-python")["targetFormat"], "DOCX")
        self.client.delete_preset("from-python")
        self.assertNotIn("from-python", [preset["name"] for preset in self.client.presets()])

    def test_tells_why_a_conversion_failed_that_was_started(self):
        class Failed(Client):
            def _once(self, method, path, body, headers):
                error = {"code": "input_corrupt", "message": "Page 7.", "retryable": True, "details": {"page": 7}}
                return {"conversionId": "one", "status": "failed", "error": error}

        with self.assertRaises(AthanorError) as failed:
            Running(Failed(URL, KEY), "one", "PDF", "DOCX").wait()
        error = failed.exception
        self.assertEqual((error.code, error.details, error.retryable), ("input_corrupt", {"page": 7}, True))

    def test_uploads_in_several_requests(self):
        class Unreliable(Client):
            patches = 0

            def _once(self, method, path, body, headers):
                if method == "PATCH":
                    self.patches += 1
                    if self.patches == 2:
                        super()._once(method, path, body[:3], headers)
                        raise ConnectionResetError("lost")
                return super()._once(method, path, body, headers)

        client = Unreliable(URL, KEY, retries=1)
        content = b"before%PDF-1.7 in parts"
        stream = io.BytesIO(content)
        stream.name = "dir/parts.pdf"
        stream.seek(6)
        uploaded = client.upload(stream, chunk_bytes=5)
        # 0-5, 5-8 (lost), refused at 5, 8-13, 13-17
        self.assertEqual(client.patches, 5)
        done = client.convert(uploaded, to="docx")
        self.assertEqual(done["downloadName"], "parts.docx")
        self.assertEqual(client.download(done), b"docx made of 17 bytes")
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "b.pdf")
            with open(path, "wb") as file:
                file.write(b"%PDF" + bytes(200_000))
            done = client.convert(client.upload(path, chunk_bytes=70_000), to="docx")
            self.assertEqual(client.download(done), b"docx made of 200004 bytes")
        client.delete_upload(uploaded)
        with self.assertRaises(AthanorError):
            client.detect(uploaded)
        with self.assertRaises(AthanorError) as raised:
            client.convert(Uploaded("none"), to="docx")
        self.assertEqual(raised.exception.code, "not_found")

    def test_says_why_something_was_refused(self):
        cases = [
            (lambda: self.client.convert(PDF, to="webp"), "unsupported_conversion", 422, "targetFormat"),
            (lambda: self.client.convert(("x", b"nothing known"), to="docx"), "source_format_undetected", 422, "sourceFormat"),
            (lambda: self.client.convert(Url("ftp://files.example/a"), to="docx"), "invalid_url", 400, "url"),
            (lambda: self.client.preset("none"), "not_found", 404, "preset"),
            (lambda: Client(URL, "wrong").usage(), "invalid_api_key", 401, "X-API-Key"),
            # Refused before it was sent: the answer comes all the same.
            (lambda: self.client.convert(("large.pdf", bytes(60_000_000)), to="docx"), "file_too_large", 413, "file"),
        ]
        for call, code, status, field in cases:
            with self.subTest(code), self.assertRaises(AthanorError) as raised:
                call()
            error = raised.exception
            self.assertEqual((error.code, error.status, error.field), (code, status, field))
            self.assertTrue(error.request_id)
        with self.assertRaises(OSError):
            Client("http://127.0.0.1:9", KEY, retries=0).usage()
        with self.assertRaises(ValueError):
            Client("files.example", KEY)

    def test_repeats_what_may_succeed_later(self):
        self.assertEqual(Client(FLAKY_URL, KEY).convert(PDF, to="docx")["attempt"], 2)
        with self.assertRaises(AthanorError) as raised:
            Client(FLAKY_URL, KEY, retries=0).convert(PDF, to="docx")
        self.assertEqual((raised.exception.code, raised.exception.retryable), ("server_busy", True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
