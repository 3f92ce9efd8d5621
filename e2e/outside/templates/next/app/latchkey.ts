import { createModal } from '@latchkey/modal'

export const modal = createModal({
  projectId: 'demo',
  frameUrl: '%FRAME_URL%',
  apiUrl: '%API_URL%',
  networks: ['eip155:31337'],
  metadata: { name: 'Outside' },
})
