// The theme's colours and sizes as a style sheet of the build. The kit would put them into the page from code, and the
// page's content security policy forbids styles that don't come from a file.
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import type { Plugin } from "vite";
import { theme } from "./src/theme.ts";

const ID = "virtual:theme-variables.css";

export function themeVariables(): Plugin {
  return {
    name: "theme-variables",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? styleSheet() : undefined),
  };
}

function styleSheet(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return [
    rule(":root", variables),
    rule(":root[data-mantine-color-scheme='light']", light),
    rule(":root[data-mantine-color-scheme='dark']", dark),
  ].join("\n");
}

function rule(selector: string, variables: Record<string, string>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `${selector} { ${lines.join(" ")} }`;
}
