// What a person can do about themselves: their account, light or dark, signing out.
import { Menu, useMantineColorScheme } from "@mantine/core";
import { useLocation } from "wouter";
import { useMe, useSignOut } from "../api/session.tsx";
import { Icon } from "../parts/icons.tsx";
import type { Opening } from "../parts/menu-button.tsx";
import { toastError } from "./toasts.tsx";

/** Switching them off for a moment would put a style element into the page, which its security policy forbids. */
const KEEP_TRANSITIONS = { keepTransitions: true };

export function PersonMenu({ target, ...state }: Opening) {
  const { name, role } = useMe();
  const [, go] = useLocation();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme(KEEP_TRANSITIONS);
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
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {(["auto", "light", "dark"] as const).map((scheme) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          >
            {scheme === "auto" ? "As the system" : scheme === "light" ? "Light" : "Dark"}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut().catch(toastError)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
