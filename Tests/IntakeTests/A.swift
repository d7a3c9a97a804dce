import Testing
@Suite struct A {}
