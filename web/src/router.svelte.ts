// The page's address is its state: what is shown follows from the path alone.

class Router {
  path = $state(location.pathname);
  query = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.clicked(event));
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.read();
    scrollTo(0, 0);
  }

  /** A part of the query. */
  parameter(name: string): string | null {
    return new URLSearchParams(this.query).get(name);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  /** Follow links of our own without loading the page anew. */
  private clicked(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
