// Parts that are fetched when they are first needed, or as soon as the page has nothing else to do. One that could not be
// fetched (no network, or the server has a new version) says so, and is tried again the next time.
import { Component, type ComponentType, createElement, lazy, type ReactNode } from "react";

const failed = new Set<() => void>();

/** `load` gives the module that has the part under this name. */
export function lazyLoad<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  let Current: ComponentType<Props>;
  const renew = () => {
    Current = lazy<ComponentType<Props>>(async () => {
      try {
        return { default: (await load())[name] };
      } catch (error) {
        failed.add(renew);
        throw error;
      }
    }) as unknown as ComponentType<Props>;
  };
  renew();
  return (props) => createElement(Current, props);
}

/** Fetches what will be wanted soon, while nobody waits for it. */
export function fetchSoon(...loads: (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    for (const load of loads) load().catch(() => {});
  }, 1_000);
  return () => clearTimeout(timer);
}

interface Props {
  /** The place on the page; an error is forgotten when it changes. */
  place: unknown;
  /** Shown in place of what failed; `retry` tries again. */
  fallback(error: Error, retry: () => void): ReactNode;
  onError?(error: Error): void;
  children: ReactNode;
}

/** Keeps what goes wrong in one part from taking the whole page with it. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error);
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.error !== null && place !== this.props.place) this.retry();
  }

  retry = (): void => {
    for (const renew of failed) renew();
    failed.clear();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : this.props.fallback(error, this.retry);
  }
}
