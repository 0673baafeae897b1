import Testing
import UserPool
