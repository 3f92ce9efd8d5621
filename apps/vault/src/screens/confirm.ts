import { t as common } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/vaultScreens'
import { armWhenSeen } from './armWhenSeen.ts'
import { button, frame, heading, message } from './parts.ts'
import type { MakeScreen } from './Screen.ts'

/** Confirms giving up a user-owned recovery method. The cancel button comes first, and looks no smaller. */
export const confirm: MakeScreen<'confirm'> = ({ ends }, { window, build, answer, decline }) => {
  const hint = message(build, 'hint')
  const cancel = button(build, 'secondary', common('cancel'), decline)
  const agree = button(build, 'secondary', t('confirm.action'), () => {
    disarm()
    whole.setBusy(common('loading'))
    answer({ agreed: true })
  })
  agree.setAttribute('aria-describedby', 'hint')
  const whole = frame(
    build,
    [
      heading(build, t('confirm.title'), t(`confirm.${ends}Ends`)),
      build(
        'section',
        { class: 'card', 'aria-labelledby': 'enough' },
        build('h2', { id: 'enough' }, t('confirm.enoughTitle')),
        build('p', {}, t('confirm.emailReader')),
        build('p', {}, t('confirm.operator')),
      ),
      build('p', { class: 'secondary' }, t('confirm.doubt')),
      hint.element,
    ],
    [cancel, agree],
  )
  const arm = (): (() => void) =>
    armWhenSeen(window, {
      button: agree,
      around: whole.line,
      tellUnseen: (isUnseen) => hint.say(isUnseen ? t('confirm.unseen') : '', 'warning'),
    })
  let disarm = arm()

  return {
    element: whole.element,
    focus: () => cancel.focus(),
    askAgain() {
      disarm()
      whole.setBusy(null)
      disarm = arm()
    },
    close: () => disarm(),
  }
}
