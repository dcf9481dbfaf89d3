// What a person can do about themselves: their account, light or dark, signing out.
import { Menu } from "@mantine/core";
import { useLocation } from "wouter";
import { useOwnWorkspaces } from "../api/own-workspaces.ts";
import { useMe, useSignOut } from "../api/session.tsx";
import type { Opening } from "../components/buttons/menu-button.tsx";
import { Icon } from "../components/display/icons.tsx";
import { toastError } from "../interaction/toasts.tsx";
import { SCHEMES, useScheme } from "./appearance.ts";

export function PersonMenu({ target, ...state }: Opening) {
  const { name, role, operator } = useMe();
  const [, go] = useLocation();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useScheme();
  return (
    <Menu position="bottom-end" width={220} {...state}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{name}</bdi>, {role}
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} onClick={() => go("/account")}>
          Your account
        </Menu.Item>
        {operator && <Menu.Item onClick={() => go("/operator")}>All workspaces</Menu.Item>}
        <WorkspaceItems />
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(([scheme, word]) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          >
            {word}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut().catch(toastError)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The other workspaces, for people who are in several. */
function WorkspaceItems() {
  const [, go] = useLocation();
  const workspaces = useOwnWorkspaces() ?? [];
  if (workspaces.length < 2) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Workspace</Menu.Label>
      {workspaces.map(({ id, name, current }) => (
        <Menu.RadioItem key={id} value={id} checked={current} onChange={() => go(`/workspaces#${id}`)}>
          <bdi>{name}</bdi>
        </Menu.RadioItem>
      ))}
      <Menu.Item onClick={() => go("/sign-in?to=another")}>Sign in to another</Menu.Item>
    </>
  );
}
