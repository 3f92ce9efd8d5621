/** A dialog to measure, on its own page with a button that opens it. Escape closes it. */
export type Contestant = {
  name: string
  /** Path of its page on its server. */
  path: string
  /** Name of the button that opens it. */
  button: RegExp
  /** Selector of the first control that the user needs, in the document or in the modal's shadow root. */
  target: string
  /** The email field is ready once it has the focus; a wallet once a click at its middle reaches it. */
  readyWhen: 'focused' | 'on top'
  /** Selector of the last element of the first view. */
  last: string
}

/** The baseline: `bareDialog.ts`. */
export const bare: Contestant = {
  name: 'bare dialog',
  path: 'bare.html',
  button: /^Connect$/,
  target: 'dialog input',
  readyWhen: 'focused',
  last: 'dialog li button',
}

/** The packed kit, in an app of create-latchkey-app. */
export const latchkey: Contestant = {
  name: 'Latchkey',
  path: '',
  button: /^Sign in$/,
  target: 'dialog input[type=email]',
  readyWhen: 'focused',
  last: 'dialog [part~=row]',
}

/** RainbowKit as published on npm (`rainbowKitProject`). */
export const rainbowKit: Contestant = {
  name: 'RainbowKit',
  path: '',
  button: /^Connect Wallet$/,
  target: '[role=dialog] [data-testid^=rk-wallet-option]',
  readyWhen: 'on top',
  last: '[role=dialog] [data-testid^=rk-wallet-option]',
}
