import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/recover'
import { t as screens } from '@latchkey/copy/vaultScreens'
import { isAppError } from '@latchkey/protocol/errors'
import { type RecoveryFile, readRecoveryFile } from '../custody/recoveryFile.ts'
import { passphraseBytes } from '../screens/assessPassphrase.ts'
import type { Builder } from '../screens/builder.ts'
import { button, frame, heading, markInvalid, message, secretField, watchCapsLock } from '../screens/parts.ts'

export type OpenerInput = {
  build: Builder
  /**
   * Opens the file and shows its contents; resolves when the user closes them. Overwrites `passphrase`. Rejects with SHARE_INVALID for a
   * wrong passphrase.
   */
  openFile(file: RecoveryFile, passphrase: Uint8Array<ArrayBuffer>): Promise<void>
}

/** Lets the user choose a file, shows its addresses, and asks for its passphrase. */
export const openerScreen = ({ build, openFile }: OpenerInput): HTMLElement => {
  const chosen = build('input', {
    id: 'file',
    type: 'file',
    accept: '.json,application/json',
    'aria-describedby': 'problem',
  })
  const problem = message(build, 'problem')
  const about = build('div', { class: 'group' })
  const failure = message(build, 'failure')
  const capsLock = message(build, 'caps-lock')
  const field = secretField(build, {
    id: 'passphrase',
    label: t('passphrase'),
    autocomplete: 'current-password',
    describedBy: 'failure caps-lock',
  })
  const passphrase = build('div', { class: 'group' }, field.element, capsLock.element, failure.element)
  let file: RecoveryFile | null = null

  const take = (read: RecoveryFile | null, why: string): void => {
    file = read
    problem.say(why, 'danger')
    about.replaceChildren(...(read === null ? [] : describe(build, read)))
    for (const part of [about, passphrase, open]) part.hidden = read === null
    field.input.value = ''
    failure.say('')
    if (read !== null) field.input.focus()
  }
  const fail = (why: string): void => {
    failure.say(why, 'danger')
    markInvalid(field.input, true)
    field.input.focus()
    field.input.select()
  }
  const submit = async (): Promise<void> => {
    if (file === null || whole.isBusy()) return
    if (field.input.value === '') return fail(screens('enterPassphrase.empty'))
    failure.say('')
    markInvalid(field.input, false)
    whole.setBusy(screens('deriving'))
    try {
      await openFile(file, passphraseBytes(field.input.value))
      whole.setBusy(null)
      take(null, '')
      chosen.value = ''
    } catch (thrown) {
      whole.setBusy(null)
      fail(t(isAppError(thrown, 'SHARE_INVALID') ? 'wrong' : 'unread'))
    }
  }
  const open = button(build, 'primary', t('open'), () => void submit())
  const choose = build(
    'div',
    { class: 'group' },
    build('div', { class: 'field' }, build('label', { for: 'file' }, t('file')), chosen),
    problem.element,
  )
  const head = heading(build, t('title'), t('text'))
  const whole = frame(build, [head, choose, about, passphrase], [open])

  chosen.addEventListener('change', async () => {
    const [picked] = chosen.files ?? []
    if (picked === undefined) return take(null, '')
    try {
      // A file of 64 accounts has some 30 KB.
      const text = picked.size > 262_144 ? '' : await picked.text()
      take(readRecoveryFile(text), '')
    } catch (thrown) {
      take(null, t(isAppError(thrown, 'INVALID_PARAMS') ? 'noFile' : 'unread'))
    }
  })
  field.onEnter(() => void submit())
  watchCapsLock([field.input], (isOn) => capsLock.say(isOn ? screens('capsLock') : '', 'warning'))
  take(null, '')
  return whole.element
}

const dateOf = (at: RecoveryFile['createdAt']): string =>
  new Intl.DateTimeFormat(getLanguage(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at))

const describe = (build: Builder, { createdAt, addresses }: RecoveryFile): HTMLElement[] => [
  build('p', {}, t('madeAt', { date: dateOf(createdAt) })),
  ...(['eip155', 'solana'] as const).flatMap((namespace) => [
    build('h2', {}, t(namespace)),
    ...addresses[namespace].map((address) => build('p', { class: 'address', dir: 'ltr' }, address)),
  ]),
]
