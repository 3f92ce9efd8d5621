import * as z from 'zod/mini'
import { openObjectStore, settled } from '../../storage/openObjectStore.ts'
import { type ContactBook, maxContacts, withContacts } from './contactBook.ts'

const listOf = (shape: RegExp) => z.array(z.string().check(z.regex(shape))).check(z.maxLength(maxContacts))
const onEvm = listOf(/^0x[0-9a-fA-F]{40}$/)
const onSolana = listOf(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

/** Rejects a corrupted list, and one with accounts of another namespace. */
const parse = (found: unknown, account: string): string[] => {
  const parsed = z.safeParse(account.startsWith('0x') ? onEvm : onSolana, found)
  return parsed.success ? parsed.data : []
}

/** The browser's contact book, one list per account. */
export const indexedDbContactBook = (name: string): ContactBook => {
  const within = openObjectStore(name, 'contacts')
  return {
    list: (account) => within('readonly', async (store) => parse(await settled(store.get(account)), account)),
    remember: (account, addresses) =>
      within('readwrite', async (store) => {
        const list = withContacts(parse(await settled(store.get(account)), account), addresses)
        await settled(store.put(list, account))
      }),
    forget: () => within('readwrite', (store) => settled(store.clear())),
  }
}
