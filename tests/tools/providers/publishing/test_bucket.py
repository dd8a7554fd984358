"""A film in a bucket: one signed object that carries its key, and no second one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import SecretStr

from tests.tools.providers.publishing.conftest import FILM, refused
from tests.tools.providers.publishing.receivers import Store
from tools.providers.publishing import bucket as buckets
from tools.providers.publishing.bucket import Bucket

pytestmark = pytest.mark.spec("M-07")


def test_a_bucket_gets_one_signed_object_that_carries_the_key(store: Store, bucket: Bucket, parcel):
    sent = parcel()
    arrived = buckets.deliver(bucket, sent)
    [(path, (meta, content))] = store.objects.items()
    assert path == f"/films/finished (2026)/{sent.name}"
    assert (meta["x-amz-meta-greenlight-key"], meta["Content-Type"], content) == (sent.key, "video/mp4", FILM)
    assert arrived.where.startswith(f"{store.url}/films/finished%20%282026%29/")
    assert buckets.test(bucket)


@pytest.mark.spec("K-31")
def test_a_bucket_that_took_the_object_and_said_nothing_is_not_sent_it_again(store: Store, bucket: Bucket, parcel):
    sent = parcel()
    assert buckets.find(bucket, sent) is None
    found_nothing, store.answers = len(store.asked), []
    real, done = store.take, []

    def take(method, *rest):
        answer = real(method, *rest)
        if method == "PUT":
            store.silent, _ = 1, done.append(method)
        return answer

    store.take = take
    assert refused(buckets.deliver, bucket, sent).kind == "transient"
    assert done == ["PUT"]
    assert buckets.find(bucket, parcel()) == buckets.deliver(bucket, parcel())
    assert (store.puts, len(store.objects), found_nothing) == (1, 1, 1)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ((503, {"Retry-After": "7"}, b""), "transient"), ((403, {}, b""), "bad_param"),
        ((301, {"Location": "http://169.254.169.254/"}, b""), "bad_param"), ((402, {}, b""), "quota"),
    ],
)  # fmt: skip
def test_what_a_bucket_refuses_is_told_by_its_kind_and_nothing_is_followed(store, bucket, parcel, answer, kind):
    store.answers = [answer]
    failure = refused(buckets.deliver, bucket, parcel())
    assert (failure.kind, failure.wait) == (kind, 7.0 if answer[0] == 503 else None)
    assert [method for method, *_ in store.asked] == ["HEAD", "GET"][: 2 if answer[0] == 403 else 1]
    assert store.objects == {}


def test_a_wrong_key_is_refused_by_the_bucket_and_told_to_nobody(store: Store, bucket: Bucket, parcel):
    wrong = bucket.model_copy(update={"secret_key": SecretStr("another-secret-key")})
    for ask in (buckets.test, lambda account: buckets.find(account, parcel())):
        failure = refused(ask, wrong)
        assert (failure.kind, "The signature does not match." in str(failure)) == ("bad_param", True)
        assert "another-secret-key" not in str(failure) + repr(wrong)


def test_a_bucket_that_is_not_there_is_told_before_a_film_is_made(store: Store, bucket: Bucket, parcel):
    made, missing = list[None](), bucket.model_copy(update={"bucket": "nowhere"})
    sent = replace(parcel(), film=lambda: made.append(None))
    for ask in (lambda: buckets.test(missing), lambda: buckets.deliver(missing, sent)):
        failure = refused(ask)
        assert (failure.kind, str(failure)) == (
            "bad_param", "The bucket nowhere answered 404: The specified bucket does not exist."
        )  # fmt: skip
    assert (made, store.puts) == ([], 0)


def test_another_object_of_that_name_is_left_alone(store: Store, bucket: Bucket, parcel):
    store.objects[f"/films/finished (2026)/{parcel().name}"] = ({}, b"theirs")
    assert refused(buckets.deliver, bucket, parcel()).kind == "bad_param"
    assert store.puts == 0
