import { useAccount, useConnect, useConnectors, useSignMessage } from 'wagmi'

export function App() {
  const { address } = useAccount()
  const { connect } = useConnect()
  const [connector] = useConnectors()
  const { data: signature, signMessage } = useSignMessage()
  return (
    <main>
      <button type="button" onClick={() => connector && connect({ connector })}>
        Sign in
      </button>
      <output aria-label="Account">{address}</output>
      <button type="button" onClick={() => signMessage({ message: '%MESSAGE%' })}>
        Sign
      </button>
      <output aria-label="Signature">{signature}</output>
    </main>
  )
}
