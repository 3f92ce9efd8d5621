import { useLatchkey } from '@latchkey/modal/react'
import { useState } from 'react'
import { modal } from './latchkey.ts'

export function App() {
  const { address } = useLatchkey(modal, 'eip155')
  const [signature, setSignature] = useState('')

  const sign = async () => {
    const request = { method: 'personal_sign', params: ['Hello from Latchkey', address] }
    try {
      setSignature(String(await modal.getProvider('eip155').request(request)))
    } catch (error) {
      setSignature((error as Error).message) // the user rejected it, for example
    }
  }

  return (
    <main>
      <h1>%NAME%</h1>
      <button type="button" onPointerEnter={modal.preload} onClick={() => modal.open()}>
        {address === null ? 'Sign in' : 'Account'}
      </button>
      <output aria-label="Account">{address}</output>
      <button type="button" disabled={address === null} onClick={sign}>
        Sign
      </button>
      <output aria-label="Signature">{signature}</output>
    </main>
  )
}
