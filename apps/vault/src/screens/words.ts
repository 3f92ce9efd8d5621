import type { PassphraseVerdict } from './judgePassphrase.ts'
import type { ImportFailure, Question, RevealGroup } from './questions.ts'

/** Every word of the screens, in one place. */

const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const words = {
  cancel: 'Cancel',
  goOn: 'Continue',
  busy: 'One moment…',
  deriving: 'Working through the passphrase. This takes a second or two on purpose: it makes guessing slow.',
  derivingFailed: 'A part of the wallet could not be loaded. Nothing is lost: check the connection and try again.',
  capsLock: 'Caps lock is on.',
  show: 'Show',
  hide: 'Hide',
  showTyped: 'Show what is typed',
  hideTyped: 'Hide what is typed',

  setPassphrase: {
    recovery: {
      title: 'Choose a recovery passphrase',
      text: 'With your email and this passphrase you open the wallet on a new device. Nobody can look it up or reset it: write it down and keep it safe.',
    },
    file: {
      title: 'Choose a passphrase for the file',
      text: 'Whoever has the recovery file and this passphrase has the wallet. Nobody can look it up or reset it: keep it apart from the file.',
    },
    first: 'Passphrase',
    second: 'Passphrase again',
    different: 'The two are not the same.',
  },
  verdict: (verdict: PassphraseVerdict): string => {
    if (!verdict.isEnough)
      return verdict.reason === 'short'
        ? `${plural(verdict.missing, 'more character is', 'more characters are')} needed, 12 at least.`
        : 'Too much of the same: use more different characters.'
    const advice = {
      least: 'Long enough for words that nobody connects with you. A longer one is safer.',
      good: 'A good length. It is only as good as it is hard to guess: no quotations, names or dates.',
      long: 'A very good length. It is only as good as it is hard to guess: no quotations, names or dates.',
    }
    return advice[verdict.length]
  },

  enterPassphrase: {
    title: 'Enter your recovery passphrase',
    text: 'The one that you chose for this wallet.',
    label: 'Passphrase',
    empty: 'Enter the passphrase.',
    wrong: 'This passphrase does not open the wallet. Nothing is lost: check it and try again.',
  },

  createPasskey: {
    title: 'Create a passkey for recovery',
    text: 'With your email and this passkey you open the wallet on a new device. Choose a place for it that outlives this device: a password manager that syncs, or a security key.',
    action: 'Create passkey',
    confirmTitle: 'Now use the passkey once',
    confirmText: 'The passkey is there. Use it once to be sure that it opens the wallet.',
    confirmAction: 'Use passkey',
  },
  usePasskey: {
    title: 'Use your recovery passkey',
    text: 'The one that you made for this wallet. It is where you chose to keep it: in a password manager, on a phone or on a security key.',
    action: 'Use passkey',
    wrong: 'This passkey does not open the wallet. Nothing is lost: choose the one that you made for it.',
  },
  passkeyFailure: {
    unsupported: 'This browser cannot use passkeys here. Use another one, or another way of recovery.',
    noPrf:
      'This passkey cannot protect a wallet: where it is kept does not support it. Choose another place for it, or another way of recovery.',
    cancelled: 'It was cancelled, took too long, or the passkey is not on this device. Nothing is lost: try again.',
    failed: 'The passkey could not be used. Nothing is lost: try again.',
  },

  import: {
    mnemonic: {
      title: 'Import recovery words',
      text: 'Type the 12 to 24 words of the other wallet in their order, with a space between them.',
      label: 'Recovery words',
    },
    evmKey: {
      title: 'Import an EVM private key',
      text: '64 hexadecimal digits, with or without 0x before them.',
      label: 'Private key',
    },
    solanaKey: {
      title: 'Import a Solana private key',
      text: 'As Solana wallets export it: 87 or 88 characters of base58.',
      label: 'Private key',
    },
    action: 'Import',
    empty: 'There is nothing to import yet.',
    warning: 'Who else knows it can still move what it holds.',
  } satisfies Record<Question<'import'>['from'], unknown> & Record<string, unknown>,
  importFailure: (failure: ImportFailure): string => {
    switch (failure.reason) {
      case 'count':
        return `These are ${plural(failure.count, 'word', 'words')}. Recovery words are 12, 15, 18, 21 or 24.`
      case 'word':
        return `Word ${failure.position} is not in the list of recovery words. Check its spelling.`
      case 'checksum':
        return 'Each word is in the list, but they do not belong together: one is another word, or the order is different.'
      case 'characters':
        return 'There is a character in it that such a key never has.'
      case 'length':
        return 'Its length is not that of such a key: something is missing, or too much.'
      case 'range':
        return 'No account can have this key: its number is zero or too large.'
      case 'mismatch':
        return 'Its second half does not belong to its first: something was changed in it.'
      case 'known':
        return 'This wallet has it already.'
    }
  },

  confirm: {
    title: 'Let your email alone recover this wallet?',
    ends: {
      passphrase: 'Your passphrase ends: it is no longer needed to open the wallet on a new device.',
      passkey: 'Your passkey ends: it is no longer needed to open the wallet on a new device.',
    } satisfies Record<Question<'confirm'>['ends'], string>,
    enoughTitle: 'Then it can be opened by',
    enough: [
      'Whoever reads your email: a code from it is enough.',
      'Whoever runs this wallet, if both of its services are misused at once.',
    ],
    doubt: 'If you did not ask for this, cancel. Nothing is changed then.',
    action: 'Use email alone',
    unseen: 'It can be confirmed once this is in full view, with nothing over it.',
  },

  reveal: {
    title: 'Recovery words and keys',
    warning:
      'Whoever sees them has the wallet, for good. Nobody who helps you needs them. Look around before you show them.',
    group: { words: 'Recovery words', evmKey: 'EVM private key', solanaKey: 'Solana private key' } satisfies Record<
      RevealGroup['kind'],
      string
    >,
    hold: 'Hold to show',
    holding: 'Release to hide',
    copy: 'Copy',
    copyMeans:
      'A copy lies on the clipboard, where other apps, a history of the clipboard and other devices of yours may read it. Copy it only to put it where it will stay, then copy something else.',
    copyAnyway: 'Copy anyway',
    keep: 'Do not copy',
    copied: 'Copied. Copy something else once it is where it belongs.',
    copyFailed: 'This browser did not let it be copied. Hold to show it, and write it down.',
    done: 'Done',
  },
} as const
