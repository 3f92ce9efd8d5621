import type { MailParts } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'
import { deviceLinkMail } from '../../api/src/deviceLink/deviceLinkMail.ts'
import { captureCodeMail } from '../../api/src/emailCapture/captureCodeMail.ts'
import { joinAccountMail } from '../../api/src/emailChange/joinAccountMail.ts'
import { loginLinkedMail } from '../../api/src/logins/loginLinkedMail.ts'
import { keysExportedMail } from '../../api/src/wallet/keysExportedMail.ts'
import { recoveryChangedMail } from '../../api/src/wallet/recoveryChangedMail.ts'
import { loginCodeMail } from '../../custody/src/email/loginCodeMail.ts'
import { emailChangedMail } from '../../custody/src/emailChange/emailChangedMail.ts'

/** Untrusted values, all of which appear in mails as text. */
export type Claims = { projectName: string; dappOrigin: string; browser: string; place: string }

const usual: Claims = {
  projectName: 'Harbour Market',
  dappOrigin: 'https://app.harbour.example',
  browser: 'Firefox on Linux',
  place: '203.0.113.x',
}

/** A square in a square. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAWElEQVR42u3YMREAMAgEQfqIwwn+u0QENEz25wxs+3EqVxcAAAAAAAAAAAAAAAAA6wB3egAAAAAAAAAAAAAAAAAAAAAAAAA/AJy7AAAAAAAAAAAAAAAAvR6HzMn85s1NrgAAAABJRU5ErkJggg=='

/** A verified project's branding. */
export const sampleBrand: NonNullable<MailParts['brand']> = {
  name: 'Harbour Market',
  color: '#0d7f5f',
  logo,
  links: {
    home: 'https://harbour.example',
    terms: 'https://harbour.example/terms',
    support: 'https://harbour.example/help',
  },
}

/** Returns every mail with sample facts, for previews and tests. */
export function mailSamples(claims: Claims = usual): Readonly<Record<string, Mail>> {
  const to = 'ada@example.com'
  const codeMail = { ...claims, to, code: '012345', lifeMinutes: 10 }
  const notice = { ...claims, to, walletUrl: 'https://wallet.example', at: new Date('2026-03-01T12:00:00Z') }
  const token = 'Zk3v0mT1bq7Rw8uYx2NcPe5LdGh9JsAfKo4Qi6VtMn0'
  return {
    'loginCode login': loginCodeMail({ ...codeMail, purpose: 'login' }),
    'loginCode login branded': loginCodeMail({ ...codeMail, purpose: 'login', brand: sampleBrand }),
    'loginCode confirmation': loginCodeMail({ ...codeMail, purpose: 'confirmation' }),
    'loginCode old email': loginCodeMail({ ...codeMail, purpose: 'old email' }),
    'loginCode new email': loginCodeMail({ ...codeMail, purpose: 'new email' }),
    captureCode: captureCodeMail({
      ...claims,
      to,
      code: 'KTWBQZ',
      purpose: 'News about your orders, at most once a month',
      lifeMinutes: 10,
    }),
    deviceLink: deviceLinkMail({
      ...claims,
      to,
      url: `https://wallet.example/device-link#${token}`,
      lifeMinutes: 15,
    }),
    'deviceLink branded': deviceLinkMail({
      ...claims,
      to,
      url: `https://wallet.example/device-link#${token}`,
      lifeMinutes: 15,
      brand: sampleBrand,
    }),
    joinAccount: joinAccountMail({
      ...claims,
      to,
      url: `https://wallet.example/join-account#${token}`,
      lifeMinutes: 20,
    }),
    emailChanged: emailChangedMail({
      ...claims,
      to,
      undoUrl: `https://wallet.example/undo-email-change#${token}`,
      lifeDays: 7,
    }),
    keysExported: keysExportedMail(notice),
    loginLinked: loginLinkedMail({ ...notice, provider: 'google' }),
    'recoveryChanged automatic': recoveryChangedMail({ ...notice, way: 'automatic' }),
    'recoveryChanged passphrase': recoveryChangedMail({ ...notice, way: 'passphrase' }),
    'recoveryChanged passkey': recoveryChangedMail({ ...notice, way: 'passkey' }),
  }
}
