/** A part that integrators style, and where it is seen. */
type PartRow = { readonly name: string; readonly where: string }

/**
 * The parts whose names stay: what they draw may change, but a release that renames one says so in the changelog. `describeParts` makes
 * the reference from this table, and its test finds each of them in what the modal draws.
 */
export const partTable = [
  { name: 'dialog', where: 'the dialog over the page: a bottom sheet at 430 px and below' },
  { name: 'embedded', where: 'the modal as a part of the page, with the option `embedded`' },
  { name: 'panel', where: 'the surface in either of them: background, radius, and type' },
  { name: 'header', where: 'the title bar' },
  { name: 'header-title', where: 'its title' },
  { name: 'logo', where: 'the place of the option `logo`' },
  { name: 'logo-image', where: 'the logo' },
  { name: 'view', where: 'what stands under the title bar' },
  { name: 'button', where: 'every wide button' },
  { name: 'button-primary', where: 'the one main action of a view' },
  { name: 'button-secondary', where: 'other actions' },
  { name: 'button-danger', where: 'actions that take something away' },
  { name: 'icon-button', where: 'every round button with an icon alone' },
  { name: 'icon-button-back', where: 'Back, in the title bar' },
  { name: 'icon-button-close', where: 'Close, in the title bar' },
  { name: 'row', where: 'an item of a list: a wallet, a network, a token' },
  { name: 'row-icon', where: 'its icon' },
  { name: 'row-title', where: 'its first line' },
  { name: 'row-description', where: 'its second line' },
  { name: 'row-trailing', where: 'what stands at its end: a mark, an amount, a chevron' },
  { name: 'tile', where: 'a short action with an icon: Send, Receive, a login provider' },
  { name: 'field', where: 'a field with its label and message' },
  { name: 'label', where: 'the label of a field' },
  { name: 'field-box', where: 'the box around an input' },
  { name: 'input', where: 'the input' },
  { name: 'message', where: 'the hint or error under a field' },
  { name: 'divider', where: 'the line between sign-in methods' },
  { name: 'card', where: 'a group of facts' },
  { name: 'tablist', where: 'the tabs of the account' },
  { name: 'tab', where: 'one of them' },
  { name: 'link', where: 'a link in a text' },
  { name: 'legal', where: 'the small print with your terms' },
  { name: 'icon', where: 'a drawn icon' },
  { name: 'avatar', where: "an account's picture" },
  { name: 'qr-code', where: 'the code that another device scans' },
  { name: 'skeleton', where: 'the stand-in for what is loading' },
  { name: 'spinner', where: 'the mark of what is under way' },
] as const satisfies readonly PartRow[]
