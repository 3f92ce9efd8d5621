import { createModal } from '@latchkey/modal'

// The server evaluates these settings too, so nothing here may read `location` or `window`.
export const modal = createModal({
  projectId: '%PROJECT%',
  frameUrl: '%FRAME_URL%',
  apiUrl: '%API_URL%',
  networks: ['eip155:31337'], // the chain of the local stack; 'eip155:1' is Ethereum
  metadata: { name: '%NAME%' },
  themeMode: 'system',
})
