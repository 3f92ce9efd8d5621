import { channelLine, helloLine, memoryLine, windowLine } from './line.fixture.ts'
import { lineContract } from './lineContract.fixture.ts'

lineContract('memory', memoryLine)
lineContract('windows, profile 4', windowLine)
lineContract('a MessagePort', channelLine)
lineContract('windows and HELLO, profile 5', helloLine)
