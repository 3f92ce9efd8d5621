import * as z from 'zod/mini'
import { openObjectStore, settled } from '../../storage/openObjectStore.ts'
import { type ContactBook, maxContacts, withContacts } from './contactBook.ts'

const stored = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))).check(z.maxLength(maxContacts))

/** A list that somebody has meddled with is no list. */
const parse = (found: unknown): string[] => {
  const parsed = z.safeParse(stored, found)
  return parsed.success ? parsed.data : []
}

/** The contact book of a browser, one list an account. */
export const indexedDbContactBook = (name: string): ContactBook => {
  const within = openObjectStore(name, 'contacts')
  return {
    list: (account) => within('readonly', async (store) => parse(await settled(store.get(account)))),
    remember: (account, addresses) =>
      within('readwrite', async (store) => {
        const list = withContacts(parse(await settled(store.get(account))), addresses)
        await settled(store.put(list, account))
      }),
    forget: () => within('readwrite', (store) => settled(store.clear())),
  }
}
