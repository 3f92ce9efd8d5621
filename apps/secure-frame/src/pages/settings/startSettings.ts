import { showWords } from '../../views/showWords.ts'

/** The page of a person who comes to the wallet without a dapp. */
export const startSettings = async ({ document }: Window): Promise<void> =>
  showWords(document, 'This is a wallet', 'It works inside the pages that use it, and has nothing to show here.')
