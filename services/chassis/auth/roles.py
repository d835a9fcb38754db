"""Roles: who may call which RPC, as roles.toml says. What it does not name is shut."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from services.chassis import answers
from services.chassis.answers import Answered
from services.chassis.auth.principal import Principal

EVERY_CASINO: Final = "*"
ANY_ROLE: Final = "any"


@dataclass(frozen=True, slots=True)
class RoleTable:
    """roles.toml, by full method ("/countroom.cashier.v1.CashierService/SellChips").

    `rpcs` has the roles that may call each; `own_token` the RPCs that only a person may call;
    `open_rpcs` those that need no token; `everywhere` the roles whose tokens may name every casino.
    """

    persons: frozenset[str]
    systems: frozenset[str]
    everywhere: frozenset[str]
    own_token: frozenset[str]
    open_rpcs: frozenset[str]
    rpcs: Mapping[str, frozenset[str]]

    def may_call(self, principal: Principal, method: str) -> bool:
        """Say whether one of the principal's roles may call the method, in person where it must."""
        if method in self.own_token and not principal.is_person:
            return False
        return not self.rpcs.get(method, frozenset()).isdisjoint(principal.roles)


def parse_roles(text: str) -> RoleTable:
    """Read a role table; an unknown role, or an own_token RPC without a line, is a ValueError."""
    table = tomllib.loads(text)
    persons, systems = frozenset(table["persons"]), frozenset(table["systems"])
    known, rpcs = persons | systems, {}
    for service, methods in table["rpc"].items():
        for method, roles in methods.items():
            if unknown := set(roles) - known - {ANY_ROLE}:
                raise ValueError(f"{service}/{method}: {sorted(unknown)}")
            rpcs[f"/{service}/{method}"] = known if ANY_ROLE in roles else frozenset(roles)
    own_token, open_rpcs = frozenset(table["own_token"]), frozenset(table["open"])
    if strangers := own_token - set(rpcs) | open_rpcs & set(rpcs):
        raise ValueError(f"own_token, open: {sorted(strangers)}")
    return RoleTable(persons, systems, frozenset(table["everywhere"]), own_token, open_rpcs, rpcs)


ROLES: Final = parse_roles(
    files("services.chassis").joinpath("roles.toml").read_text(encoding="utf-8")
)
"""The table that this version enforces."""


def may_call(principal: Principal, method: str) -> bool:
    """Say whether the principal may call a method, or send its command in a batch."""
    return ROLES.may_call(principal, method)


def require_call(principal: Principal, method: str) -> None:
    """Answer PERMISSION_DENIED where no role of the principal allows the method."""
    if ROLES.may_call(principal, method):
        return
    rpc, allowed = method.rpartition("/")[2], ROLES.rpcs.get(method, frozenset())
    if not allowed.isdisjoint(principal.roles):
        text = f"{rpc} certifies: it takes the token of a person, not that of a system."
        raise Answered(answers.permission_denied("person_required", text))
    text = f"{rpc} is for {', '.join(sorted(allowed)) or 'nobody'}. Call it with such a token."
    raise Answered(answers.permission_denied("role_not_allowed", text))


def require_casino(principal: Principal, casino_id: str) -> None:
    """Answer PERMISSION_DENIED where the token does not name the casino."""
    if casino_id not in principal.casinos and EVERY_CASINO not in principal.casinos:
        text = f"The token is not for casino {casino_id}. Get one from the issuer that names it."
        raise Answered(answers.permission_denied("casino_not_allowed", text))


def may_act(principal: Principal, employee_id: str) -> bool:
    """Say whether the principal may name this actor: a system vouches, a person acts in person."""
    return not principal.is_person or employee_id == principal.subject
