// Imported so that what a test has just mocked or unmocked counts.
export {};
