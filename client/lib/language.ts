import { useSyncExternalStore } from 'react';
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#shared/core/language.ts';
import { readLanguageFrom } from './message-runtime.ts';

/** Storage key of the choice; the cookie mirrors it so that the server can answer in the same language. */
const STORAGE_KEY = 'lang';
const YEAR_SECONDS = 31_536_000;

let current: Language = FALLBACK_LANGUAGE;
const listeners = new Set<() => void>();
readLanguageFrom(() => current);

export function getLanguage(): Language {
  return current;
}

/** The current language; subscribes the component to changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, getLanguage, getLanguage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For rendering at build time and for hydration: sets the document's language without notifying listeners. */
export function startLanguage(language: Language): void {
  current = language;
}

/** The toggle: stores the choice in local storage and its cookie, and applies it at once. */
export function setLanguage(language: Language): void {
  const url = new URL(location.href);
  if (url.searchParams.has('lang')) {
    // Otherwise ?lang= in the URL would override the choice.
    url.searchParams.delete('lang');
    history.replaceState(history.state, '', url);
  }
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage may be forbidden; the cookie and this page still have the choice.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `lang=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  showLanguage(language);
}

/** Applies a language without storing it as the visitor's choice, for a page with its own language. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = language;
  if (current === language) return;
  current = language;
  for (const listener of listeners) listener();
}

/** After hydration: `?lang=` acts like the toggle, else local storage, else the browser's preference. */
export function applyPreferredLanguage(): void {
  const asked = new URLSearchParams(location.search).get('lang');
  setLanguage(isLanguage(asked) ? asked : preferredLanguage());
}

/** The visitor's own choice, or else the browser's preference. */
export function preferredLanguage(): Language {
  return storedLanguage() ?? browserLanguage();
}

function storedLanguage(): Language | null {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

function browserLanguage(): Language {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const base = tag.slice(0, 2).toLowerCase();
    if (isLanguage(base)) return base;
  }
  return FALLBACK_LANGUAGE;
}
