/** Styles of the api's documentation: the wallet's own colors and sizes, in light and dark. */
export const docsStyles = `
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(1 0 0), oklch(0.19 0.01 258));
  --raised: light-dark(oklch(0.975 0.003 258), oklch(0.23 0.01 258));
  --line: light-dark(oklch(0.92 0.005 258), oklch(0.3 0.01 258));
  --text: light-dark(oklch(0.25 0.02 258), oklch(0.95 0.005 258));
  --quiet: light-dark(oklch(0.48 0.02 258), oklch(0.74 0.015 258));
  --accent: light-dark(oklch(0.5 0.19 258), oklch(0.75 0.13 258));
  --read: light-dark(oklch(0.45 0.12 150), oklch(0.8 0.14 150));
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 32px 20px 64px; background: var(--surface); color: var(--text);
  font: 400 15px/1.45 system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
h1 { margin: 0 0 8px; font-size: 22px; font-weight: 600; line-height: 1.35; }
h1 small { font-size: 13px; font-weight: 400; color: var(--quiet); }
h2 { margin: 32px 0 8px; font-size: 17px; font-weight: 600; }
h3 { margin: 16px 0 4px; font-size: 13px; font-weight: 500; color: var(--quiet); }
p { margin: 0 0 8px; }
a { color: var(--accent); }
header p { color: var(--quiet); max-width: 68ch; }
search { position: sticky; top: 0; display: flex; align-items: center; gap: 12px; margin-top: 16px; padding: 8px 0; background: var(--surface); }
input { flex: 1; min-width: 0; height: 44px; padding: 0 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised);
  color: inherit; font: inherit; font-size: 16px; }
output { color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }
output:empty { display: none; }
details { border: 1px solid var(--line); border-radius: 10px; margin-bottom: 8px; overflow: hidden; scroll-margin-top: 72px; }
summary { display: grid; grid-template-columns: 48px minmax(0, 1fr); column-gap: 8px; padding: 12px; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover, details[open] summary { background: var(--raised); }
.GET, .POST, .PUT { font: 600 12px/1.8 ui-monospace, monospace; color: var(--accent); }
.GET { color: var(--read); }
.what { grid-column: 2; color: var(--quiet); }
code, pre { font: 400 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
summary code { font-weight: 500; overflow-wrap: anywhere; }
details > div { padding: 4px 16px 16px; border-top: 1px solid var(--line); }
.who { margin-top: 12px; color: var(--quiet); }
pre { margin: 0; padding: 12px; border-radius: 10px; background: var(--raised); overflow-x: auto; }
dl { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: 4px 16px; margin: 0; }
dd { margin: 0; color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; }
li { overflow-wrap: anywhere; }
li code { color: var(--quiet); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary:focus-visible { outline-offset: -3px; border-radius: 10px; }
[hidden] { display: none; }
`
