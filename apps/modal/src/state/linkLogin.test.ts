import { expect, test } from 'vitest'
import { createTestModal, settle } from '../modal.fixture.ts'
import { submitEmailAtom } from './emailLogin.ts'
import { linkLoginAtom } from './linkLogin.ts'
import { openAtom } from './modal.ts'

test('linkLogin › needs the embedded wallet', () => {
  const { store } = createTestModal()
  expect(() => store.set(linkLoginAtom)).toThrowError(expect.objectContaining({ name: 'UNAUTHORIZED' }))
})

test('linkLogin › opens the wallet’s own page, and says when the browser opens none', async () => {
  const modal = createTestModal()
  modal.store.set(openAtom)
  await modal.store.set(submitEmailAtom, 'ada@example.com')
  await settle()
  modal.store.set(linkLoginAtom)
  expect(modal.page.opened.at(-1)?.visited).toEqual(['https://wallet.example/'])
  modal.page.blocks = true
  expect(() => modal.store.set(linkLoginAtom)).toThrowError(expect.objectContaining({ name: 'POPUP_BLOCKED' }))
})
