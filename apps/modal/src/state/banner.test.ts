import type { ProjectConfig } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle } from '../modal.fixture.ts'
import { bannerAtom, dismissNoticeAtom } from './banner.ts'
import { closeAtom, openAtom } from './modal.ts'

const notice = { variant: 'info', text: 'Sign-in is down for maintenance tonight.' } as const

const opened = async (answer: () => Promise<ProjectConfig>) => {
  const modal = createTestModal({ services: { loadProjectConfig: () => answer() } })
  modal.store.set(openAtom)
  await settle()
  return modal
}

test('without anything to say it is closed', async () => {
  const { store } = await opened(async () => ({ features: null }))
  expect(store.get(bannerAtom)).toBeNull()
})

test('the project’s notice opens it, until the user closes it', async () => {
  const { store } = await opened(async () => ({ features: null, notice }))
  expect(store.get(bannerAtom)).toEqual({ variant: 'info', message: notice.text, isDismissible: true })
  store.set(dismissNoticeAtom)
  expect(store.get(bannerAtom)).toBeNull()
})

test('an api that can’t be reached opens it, and one that is back closes it', async () => {
  let answer = (): Promise<ProjectConfig> => Promise.reject(new AppError('SERVICE_UNREACHABLE'))
  const { store } = await opened(() => answer())
  expect(store.get(bannerAtom)).toMatchObject({ variant: 'warning', isDismissible: false })
  answer = async () => ({ features: null })
  store.set(closeAtom)
  store.set(openAtom)
  await settle()
  expect(store.get(bannerAtom)).toBeNull()
})

test('a refusal is no outage', async () => {
  const { store } = await opened(() => Promise.reject(new AppError('LIMIT_EXCEEDED')))
  expect(store.get(bannerAtom)).toBeNull()
})
