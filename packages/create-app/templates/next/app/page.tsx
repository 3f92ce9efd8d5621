import { Account } from './Account.tsx'

export default function Page() {
  return (
    <main>
      <h1>%NAME%</h1>
      <Account />
    </main>
  )
}
