/** The screens' styles, on the shared tokens (`@latchkey/protocol/theme`). The vault shares values with the other views, and no code. */
export const screenStyles = `
*, ::before, ::after { box-sizing: border-box }
html { background: var(--lk-surface) }
body {
  display: flex;
  min-block-size: 100dvh;
  margin: 0;
  font: var(--lk-weight-regular) var(--lk-size-body) / var(--lk-line-height) var(--lk-font);
  font-variant-numeric: tabular-nums;
  color: var(--lk-text);
  -webkit-font-smoothing: antialiased;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
  -webkit-tap-highlight-color: transparent;
}
main {
  flex: 1;
  inline-size: 100%;
  max-inline-size: 480px;
  margin: auto;
  padding: var(--lk-space-5);
  padding-block-end: calc(var(--lk-space-5) + env(safe-area-inset-bottom));
}
fieldset {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-5);
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
}
h1, h2, p, ol, label { margin: 0; padding: 0; unicode-bidi: plaintext }
header { display: grid; gap: var(--lk-space-2) }
h1 {
  font-size: var(--lk-size-display);
  font-weight: var(--lk-weight-strong);
  line-height: 1.25;
  letter-spacing: -0.01em;
  text-wrap: balance;
}
h2 { font-size: var(--lk-size-body); font-weight: var(--lk-weight-strong) }
h1:focus { outline: none }
.secondary:not(button) { color: var(--lk-text-secondary) }
.group, .field, .card { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lk-space-2) }
label { color: var(--lk-text-secondary); font-size: var(--lk-size-small); font-weight: var(--lk-weight-medium) }
input, textarea, button {
  appearance: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  letter-spacing: inherit;
}
/* A smaller font makes phones zoom in. */
input, textarea { font-size: max(16px, var(--lk-size-body)); text-align: start }
.box {
  display: flex;
  align-items: center;
  padding-inline: var(--lk-space-4) 6px;
}
.box, textarea {
  min-block-size: 52px;
  border: 1px solid var(--lk-border);
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
}
.box input { flex: 1; inline-size: 100%; min-inline-size: 0; min-block-size: 48px; outline: none }
input::-ms-reveal { display: none }
textarea { inline-size: 100%; padding: var(--lk-space-3) var(--lk-space-4); resize: vertical; outline: none }
.box:focus-within, textarea:focus { border-color: var(--lk-accent-text); box-shadow: inset 0 0 0 1px var(--lk-accent-text) }
.box:has([aria-invalid]), textarea[aria-invalid] { border-color: var(--lk-danger); box-shadow: inset 0 0 0 1px var(--lk-danger) }
button { cursor: pointer; touch-action: manipulation; font-weight: var(--lk-weight-strong) }
button:focus-visible { outline: 2px solid var(--lk-accent-text); outline-offset: 2px }
button:disabled { cursor: default; opacity: 0.45 }
.toggle {
  min-inline-size: 40px;
  min-block-size: 40px;
  padding-inline: var(--lk-space-2);
  border-radius: calc(var(--lk-radius-input) - 4px);
  color: var(--lk-accent-text);
  font-size: var(--lk-size-small);
}
.message { font-size: var(--lk-size-small); color: var(--lk-text-secondary); overflow-wrap: break-word }
.message:empty { display: none }
.message[data-tone='danger'] { color: var(--lk-danger) }
.message[data-tone='warning'] { color: var(--lk-warning) }
.message[data-tone='danger']::before, .message[data-tone='warning']::before { content: '⚠\\FE0E\\A0' / '' }
.buttons { display: flex; flex-wrap: wrap; gap: var(--lk-space-3); margin-block-start: var(--lk-space-5) }
button.primary, button.secondary {
  flex: 1 1 0;
  min-inline-size: min(112px, 100%);
  min-block-size: 48px;
  padding: var(--lk-space-2) var(--lk-space-4);
  border: 1px solid transparent;
  border-radius: var(--lk-radius-button);
  transition: background-color 60ms;
}
button.primary { background: var(--lk-accent); color: var(--lk-on-accent) }
button.primary:active:enabled { background: var(--lk-accent-deep) }
button.secondary { border-color: var(--lk-hairline); background: var(--lk-raised) }
button.secondary:active:enabled { background: var(--lk-pressed) }
@media (hover: hover) {
  button.primary:hover:enabled { background: color-mix(in srgb, var(--lk-accent), var(--lk-accent-deep)) }
  button.secondary:hover:enabled { background: var(--lk-hover) }
}
.progress { display: none; block-size: 3px; margin-block-start: var(--lk-space-5); overflow: hidden; border-radius: 2px; background: var(--lk-hairline) }
[data-busy] .progress { display: block }
.progress::before { content: ''; display: block; block-size: 100%; inline-size: 40%; border-radius: inherit; background: var(--lk-accent); animation: along 1.2s ease-in-out infinite alternate }
.status { margin-block-start: var(--lk-space-2); font-size: var(--lk-size-small); color: var(--lk-text-secondary) }
.status:empty { display: none }
@keyframes along { to { margin-inline-start: 60% } }
.card { gap: var(--lk-space-3); padding: var(--lk-space-4); border: 1px solid var(--lk-hairline); border-radius: var(--lk-radius-card) }
.address, .key { font-family: var(--lk-font-mono); overflow-wrap: anywhere; unicode-bidi: isolate; text-align: start }
.address { font-size: var(--lk-size-small); color: var(--lk-text-secondary) }
.secret { display: grid; align-content: center; min-block-size: 64px; padding: var(--lk-space-3); border-radius: var(--lk-radius-input); background: var(--lk-sunken); border: 1px solid var(--lk-hairline) }
.secret:not([data-shown]) { color: var(--lk-placeholder) }
.words { columns: 2; column-gap: var(--lk-space-4); list-style-position: inside; font-family: var(--lk-font-mono); font-size: var(--lk-size-small) }
.words li { padding-block: 2px; break-inside: avoid; overflow-wrap: anywhere }
.words li::marker { color: var(--lk-text-secondary) }
.line { display: flex; flex-wrap: wrap; gap: var(--lk-space-2) }
@media (max-width: 430px) {
  .card .line { flex-direction: column }
  .card .line > button { flex: none }
}
[hidden] { display: none !important }
input[type='file'] { inline-size: 100%; font-size: var(--lk-size-small); color: var(--lk-text-secondary) }
input[type='file']:focus-visible { outline: 2px solid var(--lk-accent-text); outline-offset: 2px; border-radius: var(--lk-radius-button) }
input::file-selector-button {
  min-block-size: 48px;
  margin-inline-end: var(--lk-space-3);
  padding: var(--lk-space-2) var(--lk-space-4);
  border: 1px solid var(--lk-hairline);
  border-radius: var(--lk-radius-button);
  background: var(--lk-raised);
  color: var(--lk-text);
  font: var(--lk-weight-strong) var(--lk-size-body) var(--lk-font);
  cursor: pointer;
}
@media (prefers-reduced-motion: reduce) {
  *, ::before { animation: none !important; transition: none !important }
  .progress::before { inline-size: 100% }
}
@media (forced-colors: active) {
  .progress::before { background: Highlight }
}
`
