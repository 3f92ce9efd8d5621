/** What is opened in turn: each is on a page of its own with a button, and closes on Escape. */
export type Contestant = {
  name: string
  /** Path of its page on its server. */
  path: string
  /** Name of the button that opens it. */
  button: RegExp
  /** Selector of what the user acts on first, in the document or in the modal's shadow root. */
  target: string
  /** The email field is ready once it has the focus; a wallet once it is what a click at its middle reaches. */
  readyWhen: 'focused' | 'on top'
}

/** The yardstick: `bareDialog.ts`. */
export const bare: Contestant = {
  name: 'bare dialog',
  path: 'bare.html',
  button: /^Connect$/,
  target: 'dialog input',
  readyWhen: 'focused',
}

/** The packed kit, in an app of create-latchkey-app. */
export const latchkey: Contestant = {
  name: 'Latchkey',
  path: '',
  button: /^Sign in$/,
  target: 'dialog input[type=email]',
  readyWhen: 'focused',
}

/** A kit of others, as npm has it: `rainbowKitProject`. */
export const rainbowKit: Contestant = {
  name: 'RainbowKit',
  path: '',
  button: /^Connect Wallet$/,
  target: '[role=dialog] [data-testid^=rk-wallet-option]',
  readyWhen: 'on top',
}
