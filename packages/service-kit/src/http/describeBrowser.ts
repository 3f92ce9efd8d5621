import { t } from '@latchkey/copy/mail'

/** Order matters: Edge and Opera also claim to be Chrome, and Chrome to be Safari. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Describes a User-Agent for users, deliberately coarse: `Chrome on Linux`. */
export function describeBrowser(userAgent: string): string {
  const nameIn = (rows: readonly (readonly [string, RegExp])[]) =>
    rows.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (system === undefined) return browser ?? t('browser.unknown')
  return browser === undefined ? t('browser.unknownOnSystem', { system }) : t('browser.onSystem', { browser, system })
}
