import { armWhenSeen } from './armWhenSeen.ts'
import { button, frame, heading, message } from './parts.ts'
import type { MakeScreen } from './Screen.ts'
import { words } from './words.ts'

/** Agree to give up what only the person knows or has. The way out comes first, and looks no smaller. */
export const confirm: MakeScreen<'confirm'> = ({ ends }, { window, build, answer, decline }) => {
  const { title, enoughTitle, enough, doubt, action, unseen } = words.confirm
  const hint = message(build, 'hint')
  const cancel = button(build, 'secondary', words.cancel, decline)
  const agree = button(build, 'secondary', action, () => {
    disarm()
    whole.setBusy(words.busy)
    answer({ agreed: true })
  })
  agree.setAttribute('aria-describedby', 'hint')
  const whole = frame(
    build,
    [
      heading(build, title, words.confirm.ends[ends]),
      build(
        'section',
        { class: 'card', 'aria-labelledby': 'enough' },
        build('h2', { id: 'enough' }, enoughTitle),
        ...enough.map((each) => build('p', {}, each)),
      ),
      build('p', { class: 'secondary' }, doubt),
      hint.element,
    ],
    [cancel, agree],
  )
  const arm = (): (() => void) =>
    armWhenSeen(window, {
      button: agree,
      around: whole.line,
      tellUnseen: (isUnseen) => hint.say(isUnseen ? unseen : '', 'warning'),
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
