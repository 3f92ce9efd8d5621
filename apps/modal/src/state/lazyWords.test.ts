import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle } from '../modal.fixture.ts'
import { raiseAlertAtom } from './alerts.ts'
import { announcementAtom } from './announcement.ts'
import { announceErrorAtom } from './errorCopy.ts'

const lost = () => Promise.reject(new Error('offline'))

test('an alert whose words cannot be loaded is reported by its code', async () => {
  const modal = createTestModal({ services: { loadAlertWords: lost } })
  const codes: string[] = []
  modal.hub.events.listen((event) => void (event.type === 'ALERT' && codes.push(event.alert.code)))
  modal.store.set(raiseAlertAtom, 'APKT004', { request: 'CONNECT_EMAIL' })
  await settle()
  expect([modal.logged, codes]).toEqual([['APKT004'], ['APKT004']])
})

test('an error whose words cannot be loaded is announced all the same', async () => {
  const modal = createTestModal({ services: { loadErrorCopy: lost } })
  await modal.store.set(announceErrorAtom, new AppError('MAIL_FAILED'))
  expect(modal.store.get(announcementAtom)).toBe('We couldn’t finish this')
})
