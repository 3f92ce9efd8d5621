import { buttonStyles } from './Button.css.ts'
import { baseStyles } from './base.css.ts'
import { contentStyles } from './content.css.ts'
import { dialogStyles } from './Dialog.css.ts'
import { fieldStyles } from './field.css.ts'
import { headerStyles } from './Header.css.ts'
import { identityStyles } from './identity.css.ts'
import { rowStyles } from './Row.css.ts'
import { viewTransitionStyles } from './ViewTransition.css.ts'
import { waitingStyles } from './waiting.css.ts'
import { walletStyles } from './wallet.css.ts'

/** The style sheet of every part but code fields, as one text. */
export const uiStyles = [
  baseStyles,
  dialogStyles,
  headerStyles,
  viewTransitionStyles,
  buttonStyles,
  rowStyles,
  fieldStyles,
  identityStyles,
  contentStyles,
  waitingStyles,
  walletStyles,
].join('')
