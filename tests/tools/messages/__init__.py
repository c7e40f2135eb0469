"""`make messages`: the catalogues of sentences, kept complete and checked."""
