"""H13: whoever owns an account is told by mail what was changed, at the address they had before, and what to do."""

from email import message_from_string, policy

import pytest

from alcove.server.people import notices

from .pages import Browser, House
from .postbox import Postbox
from .test_mail import link
from .test_people import PASSWORD
from .test_recovery import NEW, code_of, forgotten, reset, reset_link, steady as steady, turn_on, with_mail


def read(mail: str) -> tuple[str, str, str]:
    """To whom, about what, and what it says."""
    letter = message_from_string(mail, policy=policy.default)
    return str(letter["To"]), str(letter["Subject"]), letter.get_content()


def assert_told(mail: str, words: str, to: str = "ada@example.org") -> None:
    address, subject, text = read(mail)
    assert (address, subject) == (to, notices.SUBJECT.fr)
    assert words in text
    assert "Si ce n'est pas vous" in text
    assert "https://room.example/account" in text


@pytest.fixture
def ada(posting: House, postbox: Postbox) -> Browser:
    """Somebody who reads French, with a confirmed address and one mail so far."""
    return with_mail(posting, postbox)


def test_h13_a_new_password_is_told(ada: Browser, postbox: Postbox) -> None:
    assert ada.rest.post("/api/account/password", json={"old": PASSWORD, "new": NEW}).status_code == 200
    assert_told(postbox.wait(2), "Le mot de passe de Ada a été changé.")


def test_h13_a_reset_is_told(ada: Browser, posting: House, postbox: Postbox) -> None:
    forgotten(posting.browser(), "Ada")
    assert reset(posting.browser(), reset_link(postbox.wait(2))).status_code == 200
    assert_told(postbox.wait(3), "changé par le lien d'un courriel")


def test_h13_a_second_factor_on_and_off_is_told(ada: Browser, postbox: Postbox, steady: None) -> None:
    secret, _ = turn_on(ada)
    assert_told(postbox.wait(2), "demande désormais un code")
    ada.rest.post("/api/account/factor/off", json={"password": PASSWORD, "code": code_of(secret)})
    assert_told(postbox.wait(3), "ne demande plus de code")


def test_h13_another_address_is_told_at_the_old_one_and_at_the_new_one(ada: Browser, postbox: Postbox) -> None:
    wish = {"address": "new@example.org", "language": "fr", "password": PASSWORD}
    assert ada.rest.post("/api/mail", json=wish).status_code == 200
    postbox.wait(3)
    new, old = postbox.mails[1:]
    to, _, text = read(new)
    assert (to, "du compte Ada" in text) == ("new@example.org", True)
    assert link(new, "confirm")
    assert_told(old, "à une autre adresse")


def test_h13_an_address_that_is_taken_away_is_told(ada: Browser, postbox: Postbox) -> None:
    assert ada.rest.delete("/api/mail").status_code == 200
    assert_told(postbox.wait(2), "Nous n'avons plus d'adresse pour Ada.")


def test_h13_the_same_address_again_is_no_news(ada: Browser, postbox: Postbox) -> None:
    wish = {"address": "ada@example.org", "language": "en", "password": PASSWORD}
    assert ada.rest.post("/api/mail", json=wish).status_code == 200
    assert read(postbox.wait(2))[1] == "Alcove: is this your address?"
    assert len(postbox.mails) == 2


def test_h13_notices_are_capped(ada: Browser, posting: House, postbox: Postbox) -> None:
    """However often something changes, a postbox gets ten mails and then one in ten minutes."""
    mail = posting.app.state.house.mail
    person = posting.call(posting.app.state.house.people.accounts.named, "Ada").person
    kept = posting.call(mail.address_of, person)
    for _ in range(15):
        posting.call(mail.notify, kept, notices.factor_off("Ada"))
    assert len(postbox.mails) == 1 + 10


def test_every_notice_says_in_both_languages_what_to_do() -> None:
    told = [
        notices.password_changed("Ada"),
        notices.password_reset("Ada"),
        notices.factor_on("Ada"),
        notices.factor_off("Ada"),
        notices.passkey_added("Ada", "phone"),
        notices.passkey_removed("Ada", "phone"),
        notices.address_changed("Ada"),
        notices.address_forgotten("Ada"),
    ]
    for text in told:
        assert "Ada" in text.en
        assert "If it was not you" in text.en
        assert "Ada" in text.fr
        assert "Si ce n'est pas vous" in text.fr
