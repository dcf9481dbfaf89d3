// Starts the interface.
import "./interaction/browser-history.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./kit.css";
import "virtual:theme-variables.css";
import "./theme.css";
import { createQueryClient } from "./api/query-client.ts";
import { Application } from "./app.tsx";
import { theme } from "./theme.ts";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={createQueryClient()}>
        <Application />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
