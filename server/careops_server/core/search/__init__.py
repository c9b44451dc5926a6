"""Search: phonetic matching, typo tolerance and the hosted search service."""
