export const PEOPLE = 'Name,Email,Unit\r\nZoë Müller,zoe@example.com,102\r\n';
