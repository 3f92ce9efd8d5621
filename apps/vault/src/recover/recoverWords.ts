/** Every word of the opener of recovery files that the vault's screens do not have. */
export const recoverWords = {
  title: 'Open a recovery file',
  text: 'This page works without the network: turn it off first, if you like. Nothing that you choose or type here leaves this page.',
  file: 'Recovery file',
  noFile: 'This is no recovery file of Latchkey, or it was changed.',
  unread: 'This file could not be read.',
  madeAt: (date: Date): string =>
    `Made on ${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(date)}. It opens:`,
  namespace: { eip155: 'EVM', solana: 'Solana' },
  label: 'Passphrase of the file',
  wrong: 'This passphrase does not open the file. Check it and try again; there is no limit.',
  open: 'Open',
} as const
