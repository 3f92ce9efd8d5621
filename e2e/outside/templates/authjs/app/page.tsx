import { auth, signIn } from '../auth.ts'

export default async function Page() {
  const session = await auth()
  if (session === null)
    return (
      <form
        action={async () => {
          'use server'
          await signIn('latchkey')
        }}
      >
        <button type="submit">Sign in</button>
      </form>
    )
  return (
    <dl>
      <dt>Email</dt>
      <dd data-testid="email">{session.user?.email}</dd>
      <dt>Subject</dt>
      <dd data-testid="subject">{session.subject}</dd>
      <dt>Wallets</dt>
      <dd data-testid="wallets">{session.wallets?.join(' ')}</dd>
    </dl>
  )
}
