"""What more than one subject of the acceptance tests needs."""
