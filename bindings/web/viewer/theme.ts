/** Light or dark: the setting of the system, or the user's choice. */

export type Theme = "system" | "light" | "dark";

const KEY = "plypack-theme";

/** The user's choice. Storage can be disabled. */
export function chosenTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

/** Sets the theme of the page, and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the choice is valid for this visit.
  }
  applyTheme(theme);
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Returns whether the page is dark now. */
export function isDark(theme: Theme): boolean {
  return theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}
