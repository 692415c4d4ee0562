// Light or dark: as the system has it, until somebody chooses.

const KEY = "flagstone.theme";

class Theme {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private chosen = $state<string | null>(localStorage.getItem(KEY));
  private systemIsDark = $state(this.system.matches);
  readonly isDark = $derived(this.chosen ? this.chosen === "dark" : this.systemIsDark);

  constructor() {
    this.system.addEventListener("change", () => {
      this.systemIsDark = this.system.matches;
      this.show();
    });
    this.show();
  }

  toggle(): void {
    this.chosen = this.isDark ? "light" : "dark";
    localStorage.setItem(KEY, this.chosen);
    this.show();
  }

  private show(): void {
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
  }
}

export const theme = new Theme();
